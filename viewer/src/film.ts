// Every frame of the motion as a picture in the page's own text, for `alembert view --gif`.
import { el } from './dom';
import type { Player } from './player';
import type { Theatre } from './theatre';
import { theme } from './theme';

const rate = 25, most = 250;

/// What stands beside things as text of the page goes into the picture.
function drawNames(ctx: CanvasRenderingContext2D, theatre: Theatre): void {
  const now = theme();
  ctx.font = '12px system-ui, sans-serif';
  for (const { text, x, y } of theatre.names()) {
    ctx.globalAlpha = 0.8;
    ctx.fillStyle = now.panel;
    ctx.fillRect(x + 8, y - 21, ctx.measureText(text).width + 10, 17);
    ctx.globalAlpha = 1;
    ctx.fillStyle = now.text;
    ctx.fillText(text, x + 13, y - 8);
  }
}

export function record(theatre: Theatre, player: Player, title: string): void {
  const source = theatre.stage.canvas, now = theme();
  const count = Math.min(most, Math.max(2, Math.round(player.duration * rate) + 1));
  const canvas = el('canvas', { width: source.width & ~1, height: source.height & ~1 });
  const ctx = canvas.getContext('2d')!;
  for (let i = 0; i < count; ++i) {
    player.seek((player.duration * i) / (count - 1));
    theatre.stage.draw();
    ctx.drawImage(source, 0, 0);
    ctx.fillStyle = now.text;
    ctx.font = '600 16px system-ui, sans-serif';
    ctx.fillText(title, 14, 26);
    ctx.font = '14px system-ui, sans-serif';
    ctx.fillText(`${player.time.toFixed(2)} s`, 14, 48);
    drawNames(ctx, theatre);
    document.body.append('\n', el('p', { 'data-frame': i, hidden: true }, canvas.toDataURL('image/jpeg', 0.92)));
  }
  document.body.append('\n');
}
