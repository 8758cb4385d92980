// The stage: renderer, camera, lights, ground. Draws only when something has changed.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { FlatShadow } from './flat_shadow';
import { Pace } from './pace';
import { type Theme, onTheme, theme } from './theme';

export type View = 'free' | 'front' | 'side' | 'top';

/// Whether a processor draws in place of a graphics card.
function drawsInSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl');
  const names = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = names ? String(gl!.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
  readonly renderer: THREE.WebGLRenderer;
  readonly controls: OrbitControls;
  readonly beforeDraw: (() => void)[] = [];
  private readonly sun = new THREE.DirectionalLight(0xffffff, 2.1);
  private readonly fill = new THREE.DirectionalLight(0xe6eeff, 0.7);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0x8b95a5, 1.15);
  private readonly ground: THREE.Mesh;
  private grid?: THREE.LineSegments;
  private box = new THREE.Box3(new THREE.Vector3(-1, -1, 0), new THREE.Vector3(1, 1, 1));
  private dirty = true;
  private begun = false;
  drawn = 0; // pictures so far
  private readonly flat = new FlatShadow();
  private readonly pace = new Pace();
  private moving = false;

  constructor(readonly canvas: HTMLCanvasElement, still: boolean) {
    const fast = still || !drawsInSoftware(); // a still picture may take its time
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: fast, preserveDrawingBuffer: still });
    this.renderer.debug.checkShaderErrors = false; // asking for errors waits for every shader
    this.renderer.shadowMap.enabled = fast;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.invalidate());
    this.controls.addEventListener('start', () => (this.touched = true));
    this.sun.castShadow = fast;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 5;
    this.scene.add(this.sun, this.sun.target, this.fill, this.sky);
    this.ground = new THREE.Mesh(new THREE.CircleGeometry(1, 48), new THREE.ShadowMaterial({ opacity: 0.3 }));
    this.ground.receiveShadow = true;
    this.ground.visible = fast;
    this.flat.group.visible = !fast;
    this.scene.add(this.ground, this.flat.group);
    onTheme((now) => this.recolour(now));
    new ResizeObserver(() => {
      if (this.begun && this.reshaped()) this.resize();
    }).observe(canvas.parentElement ?? canvas);
  }

  private recolour(theme: Theme): void {
    this.renderer.setClearColor(theme.background);
    (this.ground.material as THREE.ShadowMaterial).opacity = theme.shadow;
    this.flat.material.color.set(theme.background).multiplyScalar(1 - theme.shadow);
    this.sky.intensity = theme.dark ? 0.85 : 1.25;
    this.sky.groundColor.set(theme.dark ? 0x39424f : 0xa9b1bd);
    this.drawGrid(theme);
    this.invalidate();
  }

  /// What is to be seen, and how high the ground is.
  frame(box: THREE.Box3, ground: number): void {
    this.box = box;
    const size = box.getSize(new THREE.Vector3()).length();
    const centre = box.getCenter(new THREE.Vector3());
    this.camera.near = size / 200;
    this.camera.far = size * 40;
    this.ground.position.set(centre.x, centre.y, ground - size * 0.0008);
    this.ground.scale.setScalar(size * 2.2);
    this.sun.position.set(centre.x + size * 0.55, centre.y - size * 0.5, ground + size * 1.5);
    this.sun.target.position.copy(centre);
    this.fill.position.set(centre.x - size, centre.y + size * 0.6, ground + size * 0.7);
    const camera = this.sun.shadow.camera, half = size * 0.72;
    [camera.left, camera.right, camera.bottom, camera.top] = [-half, half, -half, half];
    [camera.near, camera.far] = [size * 0.1, size * 4];
    camera.updateProjectionMatrix();
    this.sun.shadow.bias = -0.0012;
    this.sun.shadow.normalBias = (9 * half) / this.sun.shadow.mapSize.x;
    this.flat.cast(this.sun.position.clone().sub(centre), ground - size * 0.0002);
    this.groundHeight = ground;
    this.drawGrid(theme());
    this.look('free');
  }
  private groundHeight = 0;
  private view: View = 'free';
  private touched = false; // the user has turned it: it stays as it was left

  private drawGrid(theme: Theme): void {
    if (this.grid) {
      this.scene.remove(this.grid);
      this.grid.geometry.dispose();
    }
    const size = this.box.getSize(new THREE.Vector3()).length(), centre = this.box.getCenter(new THREE.Vector3());
    const cell = 10 ** Math.round(Math.log10(size / 9)), count = Math.min(60, Math.ceil((size * 1.9) / cell));
    const cx = Math.round(centre.x / cell) * cell, cy = Math.round(centre.y / cell) * cell;
    const points: number[] = [], colours: number[] = [];
    const line = new THREE.Color(theme.ground), ground = new THREE.Color(theme.background);
    const put = (x: number, y: number, strong: boolean): void => {
      const far = Math.min(1, Math.hypot(x, y) / (count * cell));
      const seen = (1 - far) ** 1.6 * (strong ? 0.8 : 0.36);
      const colour = ground.clone().lerp(line, seen);
      points.push(cx + x, cy + y, this.groundHeight - size * 0.0004);
      colours.push(colour.r, colour.g, colour.b);
    };
    for (let i = -count; i <= count; ++i) {
      const strong = Math.round(cx / cell + i) % 5 === 0, strongY = Math.round(cy / cell + i) % 5 === 0;
      for (let k = -count; k < count; k += 2) {
        put(i * cell, k * cell, strong);
        put(i * cell, (k + 2) * cell, strong);
        put(k * cell, i * cell, strongY);
        put((k + 2) * cell, i * cell, strongY);
      }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
    geometry.setAttribute('color', new THREE.Float32BufferAttribute(colours, 3));
    const material = new THREE.LineBasicMaterial({ vertexColors: true, toneMapped: false, depthWrite: false });
    this.grid = new THREE.LineSegments(geometry, material);
    this.grid.renderOrder = -1;
    this.scene.add(this.grid);
  }

  look(view: View): void {
    this.view = view;
    const centre = this.box.getCenter(new THREE.Vector3());
    const way = {
      free: new THREE.Vector3(0.86, -1, 0.5),
      front: new THREE.Vector3(1, 0, 0.02),
      side: new THREE.Vector3(0, -1, 0.02),
      top: new THREE.Vector3(0, -0.001, 1),
    }[view].normalize();
    this.camera.position.copy(centre).add(way);
    this.camera.lookAt(centre);
    this.camera.updateMatrixWorld(true);
    // As near as the whole box allows.
    const inverse = this.camera.matrixWorldInverse.copy(this.camera.matrixWorld).invert();
    const tall = Math.tan(((this.camera.fov / 2) * Math.PI) / 180), wide = tall * this.camera.aspect;
    let far = 0.01;
    for (const x of [this.box.min.x, this.box.max.x]) {
      for (const y of [this.box.min.y, this.box.max.y]) {
        for (const z of [this.box.min.z, this.box.max.z]) {
          const p = new THREE.Vector3(x, y, z).applyMatrix4(inverse);
          const depth = p.z + 1; // towards the camera of the box's centre
          far = Math.max(far, depth + Math.abs(p.x) / wide, depth + Math.abs(p.y) / tall);
        }
      }
    }
    this.camera.position.copy(centre).addScaledVector(way, far * 1.02);
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(centre);
    this.controls.update();
    this.invalidate();
  }

  invalidate(): void {
    this.dirty = true;
  }

  private reshaped(): boolean {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    const size = this.renderer.getSize(new THREE.Vector2());
    return size.x !== clientWidth || size.y !== clientHeight;
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    if (clientWidth === 0 || clientHeight === 0) return;
    const reshaped = Math.abs(this.camera.aspect - clientWidth / clientHeight) > 0.05;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * this.sharpness);
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    if (reshaped && !this.touched) this.look(this.view);
    this.invalidate();
    if (this.begun) this.draw();
  }

  /// Whether the picture plays. Then it may lose sharpness to keep its pace; at rest it is whole.
  play(moving: boolean): void {
    if (moving === this.moving) return;
    this.moving = moving;
    this.resize();
  }

  /// Pixels of the picture to one of the page.
  get sharpness(): number {
    return this.moving ? this.pace.sharpness : 1;
  }

  /// How long the last picture took to come, while it plays.
  keepUp(seconds: number): void {
    if (!this.pace.took(seconds)) return;
    // A map of shadows costs most, so it goes first.
    if (this.sun.castShadow) {
      this.sun.castShadow = this.ground.visible = false;
      this.flat.group.visible = true;
      this.pace.level = 0;
    }
    this.resize();
  }

  /// Everything takes shadows: fewer kinds of material are fewer shaders to compile.
  adopt(): void {
    this.scene.traverse((object) => (object.receiveShadow = true));
    this.flat.adopt(this.scene);
  }

  draw(): boolean {
    if (!this.dirty) return false;
    this.dirty = false;
    this.begun = true;
    ++this.drawn;
    for (const prepare of this.beforeDraw) prepare();
    if (this.flat.group.visible) this.flat.follow();
    this.renderer.render(this.scene, this.camera);
    return true;
  }
}
