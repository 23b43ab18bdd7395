/** Where a document links to by a relative address, without the place in what is there. */
export function relativeLinks(text: string): string[] {
  return [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target));
}
