import { deflateRawSync } from 'node:zlib';

/** Creates a complete archive of empty files, including its directory. */
export function archive(names: readonly string[], comment = ''): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const file = Buffer.concat([Buffer.alloc(30), Buffer.from(name), Buffer.alloc(3_000, 1)]);
    file.writeUInt32LE(0x04034b50, 0);
    file.writeUInt16LE(20, 4);
    file.writeUInt32LE(3_000, 18);
    file.writeUInt32LE(3_000, 22);
    file.writeUInt16LE(name.length, 26);
    const entry = Buffer.concat([Buffer.alloc(46), Buffer.from(name)]);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(3_000, 20);
    entry.writeUInt32LE(3_000, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    files.push(file);
    directory.push(entry);
    offset += file.length;
  }
  const end = Buffer.concat([Buffer.alloc(22), Buffer.from(comment)]);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...files, ...directory, end]);
}

/** Creates a zip archive of one file. */
export function zip(name: string, content: string): Buffer {
  const data = deflateRawSync(Buffer.from(content));
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), data, Buffer.alloc(64)]);
}
