import { createMedia, type Media } from '../../runtime/features/uploads/media/media.js';

const EXAMINATION = { processes: 2, memoryMb: 1024, examineMs: 20_000, renderMs: 60_000 };

/**
 * What looks into files, with other limits where a test has some. Close it behind the test.
 * @param program what its processes run
 */
export function aMedia(examination: Partial<typeof EXAMINATION> = {}, program?: string): Media {
  const uploads = { maxBytes: 67_108_864, examination: { ...EXAMINATION, ...examination } };
  return createMedia({ uploads }, program);
}
