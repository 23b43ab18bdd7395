import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Paints the icons of the gate's page from icon.svg: `node scripts/paint-gate-icons.ts`. */
const folder = new URL('../src/web/gate/assets/', import.meta.url);
for (const size of [192, 512]) {
  const file = fileURLToPath(new URL(`icon-${size}.png`, folder));
  await sharp(fileURLToPath(new URL('icon.svg', folder)))
    .resize(size)
    .png({ palette: true })
    .toFile(file);
}
