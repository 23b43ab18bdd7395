import { defineFormat } from '../../../contract/formats.ts';
import { isUuid } from '../../../core/uuid.ts';
import { readChangesCursor } from '../../../gate/index.ts';
import { type CursorList, readCursor, readTextCursor } from '../cursor.ts';

/** The cursors of the API's lists, as formats of text. */

const FROM_LINK = 'must be a cursor from a Link header';

for (const list of ['tickets', 'journal'] as const satisfies CursorList[])
  defineFormat(`${list}-cursor`, {
    accepts: (text) => readCursor(list, text) !== undefined,
    rule: FROM_LINK,
  });
for (const list of ['orders', 'codes', 'passes'] as const satisfies CursorList[])
  defineFormat(`${list}-cursor`, {
    accepts: (text) => isUuid(readTextCursor(list, text) ?? ''),
    rule: FROM_LINK,
  });
defineFormat('news-cursor', {
  accepts: (text) => readChangesCursor(text) !== undefined,
  rule: 'must be a cursor from a snapshot or from earlier changes',
});
