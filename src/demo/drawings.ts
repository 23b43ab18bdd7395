import type { TextsByLanguage } from '../core/texts-by-language.ts';

/** The pictures of the demonstration: flat shapes of the sea and what is on it, without a word in them. */
export interface Drawing {
  readonly svg: string;
  readonly alt: TextsByLanguage;
}

const [WIDTH, HEIGHT] = [960, 640];
const HORIZON = 400;
/** Paper, ink, and the colours of a harbour. */
const PAPER = '#f4efe4';
const INK = '#1d2b3a';
const RED = '#b3261e';
const SAND = '#e3cfa4';
const WOOD = '#8a5a33';

/** The sky above and below, and the sea from far to near. */
interface Light {
  readonly sky: readonly [string, string];
  readonly sea: readonly [string, string, string];
}

const MORNING: Light = { sky: ['#f7dcb8', '#fbf1de'], sea: ['#8fb3b8', '#5f929c', '#3d7480'] };
const NOON: Light = { sky: ['#a9cfdc', '#e6f1ee'], sea: ['#5c9fb0', '#3b8296', '#24677c'] };
const EVENING: Light = { sky: ['#5b4a72', '#e79a6b'], sea: ['#5a5478', '#413f63', '#2b2d4e'] };
const NIGHT: Light = { sky: ['#0f1a33', '#2c4266'], sea: ['#1e3354', '#172843', '#101d33'] };
const STORM: Light = { sky: ['#3a4650', '#7d8a8c'], sea: ['#56696d', '#3c5157', '#283a42'] };

/** The museum's own. */
export const museumDrawing = (): Drawing => ({
  svg: scene(
    MORNING,
    sun(760, 300, 58),
    quay(),
    house(300, 210),
    house(420, 160),
    house(540, 230),
    sail(790, 455, 0.9, RED),
  ),
  alt: {
    en: 'Three gabled houses on a quay in the morning; a boat with a red sail passes.',
    de: 'Drei Giebelhäuser am Kai im Morgenlicht; ein Boot mit rotem Segel fährt vorbei.',
  },
});

/** By the names of the events. */
export const eventDrawings = (): Readonly<Record<string, Drawing>> => ({
  'Lighthouse by lamplight': {
    svg: scene(NIGHT, stars(), beam(), rock(700, 430), lighthouse(700, 420), sail(220, 470, 0.6, PAPER)),
    alt: {
      en: 'A lighthouse at night, its beam over the sea.',
      de: 'Ein Leuchtturm bei Nacht, sein Licht über dem Meer.',
    },
  },
  'Knots, ropes and rigging': {
    svg: sheet(SAND, knot()),
    alt: { en: 'A thick rope, laid in a loop.', de: 'Ein dickes Tau, zu einer Schlinge gelegt.' },
  },
  'The whale from the attic': {
    svg: scene(NOON, sun(180, 150, 50), whale(500, 420)),
    alt: { en: 'A whale at the surface of a calm sea.', de: 'Ein Wal an der Oberfläche einer ruhigen See.' },
  },
  'Songs of the storm of 1907': {
    svg: scene(
      STORM,
      rain(),
      swell(430, '#3c5157'),
      turned(sail(470, 470, 1.3, PAPER), -14, 470, 470),
      swell(500, '#283a42'),
    ),
    alt: {
      en: 'A boat with a reefed sail between high waves.',
      de: 'Ein Boot mit gerefftem Segel zwischen hohen Wellen.',
    },
  },
  'Drawing boats': {
    svg: sheet('#d9dfdb', page(), outlineBoat(), pencil()),
    alt: {
      en: 'A pencil drawing of a boat, and the pencil.',
      de: 'Eine Bleistiftzeichnung eines Bootes, daneben der Stift.',
    },
  },
  'Breakfast with the fishermen': {
    svg: sheet('#c9d9d6', plate(), fish(480, 250), fish(480, 325), fish(480, 400)),
    alt: { en: 'Three fish on a round plate.', de: 'Drei Fische auf einem runden Teller.' },
  },
  'Low tide for the smallest': {
    svg: scene(
      { ...NOON, sea: ['#a9cdc9', SAND, '#d6bd8b'] },
      pool(),
      crab(480, 500),
      shell(250, 540),
      shell(730, 560),
    ),
    alt: { en: 'A red crab beside a tide pool.', de: 'Eine rote Krabbe an einem Gezeitentümpel.' },
  },
  'Night of the tides': {
    svg: scene(
      NIGHT,
      stars(),
      disc(800, 180, 70, '#f3e6c0'),
      glitter(800),
      quay(),
      house(200, 220, true),
      house(320, 170, true),
    ),
    alt: {
      en: 'The full moon over the harbour; windows are lit.',
      de: 'Vollmond über dem Hafen; Fenster leuchten.',
    },
  },
  'Around the Horn in three dimensions': {
    svg: scene(
      EVENING,
      disc(470, 330, 70, '#f6c667'),
      tallShip(460, 430, '#7fd1d4'),
      tallShip(474, 430, '#e2574c'),
      tallShip(467, 430, INK),
    ),
    alt: {
      en: 'A tall ship in front of the setting sun.',
      de: 'Ein Großsegler vor der untergehenden Sonne.',
    },
  },
  'Sea shanties for everyone': {
    svg: scene(
      EVENING,
      disc(720, 350, 64, '#f6c667'),
      quay(),
      house(180, 200, true),
      house(300, 240, true),
      lanterns(),
      sail(700, 470, 0.8, PAPER),
    ),
    alt: {
      en: 'Lanterns over the yard by the water in the evening.',
      de: 'Laternen über dem Hof am Wasser am Abend.',
    },
  },
  'Guided tour of the museum': {
    svg: scene(MORNING, rowingBoat(180, 450), sail(450, 450, 1.1, PAPER), tug(740, 450)),
    alt: {
      en: 'A rowing boat, a sailing boat and a steam tug, one behind the other.',
      de: 'Ein Ruderboot, ein Segelboot und ein Schlepper hintereinander.',
    },
  },
  'What the Dorothea carried': {
    svg: sheet('#c7b79a', chest(), cup(170, 470), cup(790, 470)),
    alt: { en: 'A sea chest between two cups.', de: 'Eine Seekiste zwischen zwei Tassen.' },
  },
});

function scene({ sky, sea }: Light, ...parts: readonly string[]): string {
  const bands = sea.map((colour, index) => wave(HORIZON + 75 * index, colour, index));
  return picture(
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>`,
    `<path d="M0 0H${WIDTH}V${HEIGHT}H0z" fill="url(#sky)"/>`,
    ...bands.slice(0, 1),
    ...parts.filter((part) => part.startsWith('<!--sky-->')),
    ...bands.slice(0, 2),
    ...parts.filter((part) => !part.startsWith('<!--sky-->')),
    ...bands.slice(2),
  );
}

/** Things on a table, seen from above or from the front. */
function sheet(colour: string, ...parts: readonly string[]): string {
  return picture(`<path d="M0 0H${WIDTH}V${HEIGHT}H0z" fill="${colour}"/>`, ...parts);
}

function picture(...parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join('')}</svg>`;
}

const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`;
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const group = (x: number, y: number, scale: number, ...parts: readonly string[]) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${parts.join('')}</g>`;
const turned = (part: string, degrees: number, x: number, y: number) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${part}</g>`;

function wave(top: number, colour: string, phase: number): string {
  const length = 160;
  const crests = Array.from({ length: 8 }, () => `q${length / 4} -10 ${length / 2} 0t${length / 2} 0`).join(
    '',
  );
  return path(`M${-60 * phase - 40} ${top}${crests}V${HEIGHT}H-200z`, colour);
}

const disc = (x: number, y: number, r: number, colour: string) => `<!--sky-->${circle(x, y, r, colour)}`;
const sun = (x: number, y: number, r: number) => disc(x, y, r, '#f6c667');

function stars(): string {
  const places = Array.from(
    { length: 46 },
    (_, index) => [(index * 211) % WIDTH, (index * 97) % 330] as const,
  );
  return `<!--sky-->${places.map(([x, y], index) => circle(x, y, 1 + (index % 3) * 0.7, '#f3e6c0')).join('')}`;
}

function glitter(x: number): string {
  return Array.from({ length: 9 }, (_, index) =>
    line(`M${x - 60 + index * 5} ${420 + index * 18}h${120 - index * 10}`, '#f3e6c0', 2.5),
  ).join('');
}

function rain(): string {
  return `<!--sky-->${Array.from({ length: 70 }, (_, index) =>
    line(`M${(index * 397) % WIDTH} ${(index * 149) % 400}l-9 26`, '#aab6b6', 1.5),
  ).join('')}`;
}

const swell = (top: number, colour: string) =>
  path(`M0 ${top}q120 -110 260 -10t260 -20t240 10t220 -30V${HEIGHT}H0z`, colour);

const quay = () => path('M0 420H620l16 26V640H0z', '#6d6a63') + path('M0 420H620l6 10H0z', '#918d84');

function house(x: number, height: number, isLit = false): string {
  const [top, base, fill] = [
    420 - height,
    420,
    isLit ? '#27303f' : ['#c5643f', '#d9b26a', '#8c9a8f'][height % 3],
  ];
  const glass = isLit ? '#f6c667' : PAPER;
  const rows = Array.from({ length: Math.floor((height - 20) / 48) }, (_, row) =>
    [22, 64].map((dx) => path(`M${x + dx} ${base - 44 - 48 * row}h18v26h-18z`, glass)).join(''),
  );
  return path(`M${x} ${base}V${top}l52 -58l52 58V${base}z`, fill ?? WOOD) + rows.join('');
}

const HULL = 'M-90 0H90Q74 46 40 48H-44Q-80 44 -90 0z';

function sail(x: number, y: number, scale: number, colour: string): string {
  return group(
    ...([x, y, scale] as const),
    line('M-4 0V-190', INK, 5),
    path('M4 -184Q96 -90 84 -16H4z', colour),
    path('M-12 -170Q-70 -80 -74 -16H-12z', colour, ' opacity=".82"'),
    path(HULL, INK),
    line('M-84 10H84', RED, 6),
  );
}

function rowingBoat(x: number, y: number): string {
  return group(
    ...([x, y, 0.8] as const),
    path(HULL, WOOD),
    line('M-40 -4L-130 40', INK, 6),
    line('M30 -4L120 40', INK, 6),
  );
}

function tug(x: number, y: number): string {
  const smoke = [
    [18, -150, 14],
    [46, -176, 20],
    [88, -194, 27],
  ] as const;
  return group(
    ...([x, y, 1.05] as const),
    ...smoke.map(([dx, dy, r]) => circle(dx, dy, r, '#d7cfc2')),
    path('M-50 0V-58H44V0z', PAPER),
    path('M-4 -58V-128H28V-58z', RED),
    path('M-4 -128H28V-114H-4z', INK),
    ...[-36, -8, 20].map((dx) => path(`M${dx} -44h18v18h-18z`, '#5f929c')),
    path(HULL, INK),
    line('M-84 10H84', RED, 6),
  );
}

function tallShip(x: number, y: number, colour: string): string {
  const mast = (dx: number, height: number) =>
    line(`M${dx} 0V${-height}`, colour, 5) +
    [0.2, 0.47, 0.72]
      .map((at, index) => {
        const [half, top] = [62 - index * 13, -height * (at + 0.23)];
        return path(
          `M${dx - half} ${-height * at}Q${dx} ${-height * at - 20} ${dx + half} ${-height * at}L${dx + half - 9} ${top}H${dx - half + 9}z`,
          colour,
        );
      })
      .join('');
  return group(
    ...([x, y, 1] as const),
    mast(-110, 230),
    mast(10, 280),
    mast(125, 220),
    path('M-200 -8H210L262 -46L196 44H-160Q-192 30 -200 -8z', colour),
  );
}

function lighthouse(x: number, y: number): string {
  return group(
    ...([x, y, 1] as const),
    path('M-34 0L-20 -230H20L34 0z', PAPER),
    path('M-30 -60L-26 -118H26L30 -60z', RED),
    path('M-22 -178L-20 -230H20L22 -178z', RED),
    path('M-30 -230H30V-240H-30z', INK),
    path('M-16 -240H16V-276H-16z', '#f9dd8d'),
    path('M-22 -276H22L0 -306z', INK),
  );
}

const beam = () =>
  '<!--sky-->' +
  path('M700 162L0 20V250z', '#f9dd8d', ' opacity=".28"') +
  path('M700 162L960 120V220z', '#f9dd8d', ' opacity=".28"');
const rock = (x: number, y: number) => path(`M${x - 150} ${y + 80}l70 -78l60 -22l90 18l90 82z`, '#0b1424');

function whale(x: number, y: number): string {
  return group(
    ...([x, y, 1] as const),
    line('M-150 -76q-26 -74 -64 -72M-150 -76q14 -78 54 -84', '#eef6f5', 9),
    path(
      'M-260 40Q-250 -70 -110 -74Q90 -84 210 4Q250 10 262 -70Q300 -60 312 -96Q340 -60 318 -18Q290 40 220 60L-240 74z',
      '#2f4a5c',
    ),
    path('M-256 44Q-180 66 -40 58L-60 80H-240z', '#c9d6d6'),
    circle(-196, 8, 6, PAPER),
  );
}

function knot(): string {
  const way = 'M-20 470C220 470 250 180 430 180S620 440 480 440S330 210 520 210S720 470 980 150';
  return (
    line(way, '#5d3f22', 74) +
    line(way, '#c99a5b', 62) +
    line(way, '#e0ba80', 10) +
    `<path d="${way}" fill="none" stroke="#8a5a33" stroke-width="62" stroke-dasharray="4 26" opacity=".5"/>`
  );
}

const page = () => turned(path('M190 90H790V550H190z', '#fffdf7'), -3, 480, 320);
const outlineBoat = () =>
  [
    line('M300 410H660Q632 478 580 480H388Q326 474 300 410z', INK, 5),
    line('M470 410V150M482 166Q640 300 626 392H482M458 186Q352 300 346 392H458', INK, 5),
    line('M260 500q40 -16 80 0t80 0t80 0t80 0t80 0', INK, 4),
  ].join('');
const pencil = () =>
  turned(
    path('M660 470H860V496H660z', '#e0a526') +
      path('M860 470h26v26h-26z', RED) +
      path('M660 470L622 483L660 496z', SAND) +
      path('M636 478L622 483L636 488z', INK),
    -32,
    660,
    480,
  );

const plate = () =>
  circle(480, 320, 262, '#eae6dc') + circle(480, 320, 240, '#fbf9f3') + circle(480, 320, 190, '#f1ede3');
function fish(x: number, y: number): string {
  return group(
    ...([x, y, 1] as const),
    path('M-170 0Q-60 -52 90 -6L150 -36Q136 0 150 36L90 6Q-60 52 -170 0z', '#7d97a3'),
    path('M-170 0Q-60 28 90 4Q-60 52 -170 0z', '#c3d0d2'),
    circle(-132, -5, 6, INK),
    line('M-96 -20Q-82 0 -96 20', '#5b7480', 4),
  );
}

const pool = () => path('M150 560Q180 470 420 480T820 560Q760 640 460 636T150 560z', '#7fb8b8');
function crab(x: number, y: number): string {
  const legs = [-1, 1].flatMap((side) =>
    [10, 28, 46].map((dy) =>
      line(`M${side * 60} ${dy - 20}L${side * 116} ${dy - 6}L${side * 128} ${dy + 22}`, RED, 9),
    ),
  );
  const claws = [-1, 1].map(
    (side) =>
      line(`M${side * 56} -20L${side * 104} -64`, RED, 12) +
      circle(side * 116, -82, 28, RED) +
      path(`M${side * 116} -82L${side * 104} -124L${side * 136} -116z`, '#7fb8b8'),
  );
  const eyes = [-22, 22].map((dx) => line(`M${dx} -34V-58`, RED, 7) + circle(dx, -62, 8, INK));
  return group(
    ...([x, y, 1] as const),
    ...legs,
    ...claws,
    ...eyes,
    path('M-86 0Q-70 -50 0 -52T86 0Q60 50 0 50T-86 0z', '#c8382e'),
  );
}
const shell = (x: number, y: number) =>
  group(
    x,
    y,
    1,
    path('M0 0Q-46 -8 -34 -40Q0 -66 34 -40Q46 -8 0 0z', '#f7ead0'),
    ...[-18, 0, 18].map((dx) => line(`M0 -4L${dx} -46`, '#c9a873', 3)),
  );

const LANTERN_DROPS = [6, 22, 24, 14, -4, -24];
function lanterns(): string {
  const string = line('M140 150Q330 260 640 130', INK, 3);
  return (
    string +
    [200, 280, 360, 440, 520, 590]
      .map((x, index) => circle(x, 196 + (LANTERN_DROPS[index] ?? 0), 13, '#f9dd8d'))
      .join('')
  );
}

function chest(): string {
  return [
    path('M250 330H710V540H250z', WOOD),
    path('M250 330Q250 210 480 210T710 330z', '#70462a'),
    ...[290, 640].map((x) => path(`M${x} 224h30V540h-30z`, '#3d2b1d')),
    path('M250 322H710V346H250z', '#3d2b1d'),
    path('M450 316h60v62h-60z', '#d9a93f'),
    circle(480, 340, 7, INK),
    path('M0 540H960V640H0z', '#a8946f'),
  ].join('');
}
const cup = (x: number, y: number) =>
  group(
    x,
    y,
    1,
    path('M-46 0H46Q42 66 14 70H-14Q-42 66 -46 0z', '#eef1f0'),
    line('M44 14q34 4 24 32q-8 14 -30 12', '#eef1f0', 8),
    line('M-38 20q18 -12 38 0t38 0', '#3b6e9c', 6),
  );
