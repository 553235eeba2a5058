import { createMedia, type Media } from '../../runtime/features/uploads/media/media.js';

const EXAMINATION = { processes: 2, memoryMb: 1024, examineMs: 20_000, renderMs: 60_000 };

/**
 * Creates the media detector, optionally with other limits. Close it after the test.
 * @param program path of the program that its processes run
 */
export function aMedia(examination: Partial<typeof EXAMINATION> = {}, program?: string): Media {
  const uploads = { maxBytes: 67_108_864, examination: { ...EXAMINATION, ...examination } };
  return createMedia({ uploads }, program);
}
