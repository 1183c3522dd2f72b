// The drag ghost: it follows the pointer without waiting for the kernel, and snaps to places where the dragged thing may stand.
//
// `grab` lists the discs that can be taken, `lattice` says how hexes lie on the picture: (circumradius, x and y of the origin, whether
// hexsides count). Without a lattice the ghost stands under the pointer.

const MOST_HELD = 80; // larger discs are for painting, not for dragging
const SIDE_FROM = 0.64; // of the way from a hex's centre to its side: beyond it a pointer means the hexside, as in drawing/view.py

function ghostOf(model, board, canvas) {
  let shown = null;
  const drop = () => {
    if (shown) shown.it.remove();
    shown = null;
  };
  const take = ({ x, y }) => {
    const disc = model.get("grab").find(([cx, cy, r]) => r < MOST_HELD && Math.hypot(x - cx, y - cy) <= r);
    if (!disc) return;
    const [cx, cy, r] = disc;
    const scale = canvas.width / model.get("size")[0];
    const drawn = Object.assign(document.createElement("canvas"), { width: 2 * r * scale, height: 2 * r * scale });
    drawn.getContext("2d").drawImage(canvas, (cx - r) * scale, (cy - r) * scale, drawn.width, drawn.height, 0, 0, drawn.width, drawn.height);
    const it = Object.assign(document.createElement("div"), { className: "ll-ghost" });
    it.setAttribute("aria-hidden", "true");
    it.style.backgroundImage = `url(${drawn.toDataURL()})`;
    shown = { it, r, from: [cx - x, cy - y] };
  };
  const move = (at) => {
    if (!shown) return;
    const [width, height] = model.get("size");
    const [x, y] = model.get("lattice").length ? nearest(model.get("lattice"), at) : [at.x + shown.from[0], at.y + shown.from[1]];
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    const style = { left: percent(x - shown.r, width), top: percent(y - shown.r, height), width: percent(2 * shown.r, width), height: percent(2 * shown.r, height) };
    Object.assign(shown.it.style, style);
    if (!shown.it.isConnected) board.append(shown.it);
  };
  // Marks the ghost as refused at the place that Python saw last; the panel says why.
  const strike = (refused) => shown && shown.it.classList.toggle("ll-struck", refused);
  return { take, move, drop, strike };
}

// Returns the pixel of the hex centre or hexside midpoint that a pixel means.
function nearest([size, left, top, sides], { x, y }) {
  const root = Math.sqrt(3);
  const q = (x - left) / (1.5 * size);
  const r = (y - top) / (root * size) - q / 2;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(-q - r);
  const off = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
  if (off[0] > off[1] && off[0] > off[2]) rq = -rr - rs;
  else if (off[1] > off[2]) rr = -rq - rs;
  const centre = [left + 1.5 * size * rq, top + root * size * (rr + rq / 2)];
  if (!sides) return centre;
  const inner = (root / 2) * size;
  const ways = [30, 90, 150, 210, 270, 330].map((degrees) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);
  const along = ([ux, uy]) => ((x - centre[0]) * ux + (y - centre[1]) * uy) / inner;
  const way = ways.reduce((best, one) => (along(one) > along(best) ? one : best));
  return along(way) > SIDE_FROM ? [centre[0] + way[0] * inner, centre[1] + way[1] * inner] : centre;
}
