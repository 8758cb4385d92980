// Calls back when the width of the page changes.
export function onResize(page: HTMLElement, fit: () => void): void {
  let width = page.clientWidth;
  const observer = new ResizeObserver(() => {
    if (page.clientWidth === width) return;
    width = page.clientWidth;
    fit();
  });
  observer.observe(page);
  window.addEventListener('beforeprint', fit);
  window.addEventListener('afterprint', fit);
}
