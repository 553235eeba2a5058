import type { WholeFile } from './whole-file.js';

const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const ENTRY_BYTES = 46;
/** Longest directory of an archive that is read, whatever size the archive claims. */
const MAX_DIRECTORY = 1_048_576;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const MACROS = 'vbaProject.bin';
/** The folder of the main part, the type, and the type where the document has macros. */
const KINDS = [
  ['word/', `${OFFICE}wordprocessingml.document`, 'application/vnd.ms-word.document.macroenabled.12'],
  ['xl/', `${OFFICE}spreadsheetml.sheet`, 'application/vnd.ms-excel.sheet.macroenabled.12'],
  [
    'ppt/',
    `${OFFICE}presentationml.presentation`,
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
] as const;

/** The type of an office document by the directory at the end of its archive; undefined for any other archive. */
export async function officeType(file: WholeFile): Promise<string | undefined> {
  const names = entryNames(await readDirectory(file));
  if (!names.includes('[Content_Types].xml')) return undefined;
  const kind = KINDS.find(([folder]) => names.some((name) => name.startsWith(folder)));
  return kind && (names.includes(kind[0] + MACROS) ? kind[2] : kind[1]);
}

/** The directory that the last record of the archive points at; empty where it points at nothing. */
async function readDirectory({ size, read }: WholeFile): Promise<Buffer> {
  const start = Math.max(0, size - END_BYTES - MAX_COMMENT);
  const tail = await read(start, size);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1 || end + END_BYTES > tail.length) return Buffer.alloc(0);
  const length = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (offset + length > start + end) return Buffer.alloc(0);
  return read(offset, offset + Math.min(length, MAX_DIRECTORY));
}

function entryNames(directory: Buffer): readonly string[] {
  const names: string[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const nameLength = directory.readUInt16LE(at + 28);
    const others = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    names.push(directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    at += ENTRY_BYTES + nameLength + others;
  }
  return names;
}
