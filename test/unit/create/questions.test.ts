import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../../create/choices.js';
import { createQuestions } from '../../../create/questions.js';

/** Answers questions with these lines, like a user who types them. */
function asking(...lines: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(lines.map((line) => `${line}\n`).join(''));
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  return { questions: createQuestions(input, output), shown: () => shown };
}

describe('a question', () => {
  test.each([
    ['its number', '2', 'postgres'],
    ['its name', 'mariadb', 'mariadb'],
    ['nothing, which selects the first', '', 'sqlite'],
  ])('accepts %s as an answer', async (_how, line, name) => {
    const { questions, shown } = asking(line);
    expect(await questions.choice('Which database?', DATABASES)).toBe(name);
    expect(shown()).toContain('  2  PostgreSQL\n');
  });

  test('is repeated after an invalid answer', async () => {
    const { questions, shown } = asking('oracle', '0', '3');
    expect(await questions.choice('Which database?', DATABASES)).toBe('mariadb');
    expect(shown().match(/Enter a number from 1 to 3/g)).toHaveLength(2);
  });

  test('for a text shows its default', async () => {
    const { questions, shown } = asking('', 'shop');
    expect(await questions.text('Folder?', 'my-site')).toBe('my-site');
    expect(await questions.text('Folder?', 'my-site')).toBe('shop');
    expect(shown()).toContain('Folder? [my-site] ');
  });

  test('without an answer ends the questions', async () => {
    const { questions } = asking();
    await expect(questions.text('Folder?', 'my-site')).rejects.toThrow('Canceled. Nothing was written.');
  });
});
