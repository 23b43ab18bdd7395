/** Pictures of special events, and the museum's picture and logo. */

export { LOGO_TYPES, PHOTOGRAPH_TYPES, PICTURE_TYPES, typeOfFile } from './file-type.ts';
export {
  heightAt,
  PICTURE_FILE_FORMATS,
  PICTURE_LIMITS,
  type Picture,
  type PictureFileFormat,
  type PictureFileName,
  type PictureSubject,
  type PictureWords,
  pictureAddress,
  pictureWidths,
  readFileName,
} from './picture.ts';
export {
  describePicture,
  findPublicFile,
  findStaffFile,
  getPicture,
  removePicture,
  requireSubject,
  setPicture,
  type WordsChange,
} from './picture-actions.ts';
export { PictureRenderer } from './picture-renderer.ts';
export { findLogoFile, findPictures } from './picture-store.ts';
export { renderDrawing } from './render-drawing.ts';
export type { RenderedPicture } from './rendered.ts';
