/**
 * What programs know something new by: its name in plain letters, of 40 characters at most. It is added to those that are taken.
 * @param otherwise for a name without plain letters
 */
export function newSlug(name: string, taken: Set<string>, otherwise: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const plain = letters
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, 36)
    .trim()
    .replaceAll(' ', '-');
  const slug = plain || otherwise;
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? slug : `${slug}-${count}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}
