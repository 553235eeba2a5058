import { expect, test } from 'vitest';
import { measureImage } from '../../../../../runtime/features/uploads/image-size.js';

test('the size of a picture is read from its own bytes, not from the memory behind them', () => {
  const memory = Buffer.from('GIF89a\x40\x01\xf0\x00 what others have sent', 'latin1');
  expect(measureImage(memory.subarray(0, 6), 'image/gif')).toBeUndefined();
  expect(measureImage(memory.subarray(0, 10), 'image/gif')).toEqual({ width: 320, height: 240 });
});
