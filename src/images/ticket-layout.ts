/** The page of a ticket and the places on it, in pixels. */
export const PAGE = {
  width: 602,
  height: 960,
  margin: 55,
  column: 492,
  bar: 12,
  /**
   * Where the QR symbol stands. Four modules around it and more are paper (ISO/IEC 18004, section 9.1). To the
   * left of x = 55 and above y = 300 the 8 x 8 blocks of a JPEG, and of readers that tell dark from light block
   * by block, are cut by the symbol's edge at 7 and 4: measured to be the places where the readers in the test
   * fail least when the picture is strongly compressed or pale.
   */
  symbol: { x: 55, y: 300, size: 492 },
} as const;

export const MUSEUM = { y: 26, height: 48, sizes: [26, 24, 22, 20, 18] } as const;
/** The most that a logo takes, beside the museum's name. */
export const LOGO = { y: 26, width: 160, height: 48, gap: 16 } as const;
export const TITLE = {
  y: 74,
  bottom: 204,
  sizes: [64, 56, 50, 44, 40, 38, 36, 32, 29, 26, 24, 22],
} as const;
/** Below the title, as part of its place. */
export const LOCATION = { gap: 6, oneLine: 32, twoLines: 44, sizes: [26, 24, 22, 20, 18] } as const;
export const DATE = { y: 211, height: 40, sizes: [31, 30, 29, 28, 27] } as const;
/** These rows hold nothing else: between two tickets of an event day, only they and the QR symbol are drawn again. */
export const CODE_PLACE = { y: 842, bottom: 877, size: 29 } as const;
export const PRICE = {
  y: 884,
  oneLine: 42,
  severalLines: 62,
  sizes: [31, 28, 25, 22],
  smallSizes: [22, 20, 18, 16],
} as const;
