import '../../support/property-seed.js';
import fc from 'fast-check';
import { DataTypes, Sequelize } from 'sequelize';
import type { SqlParameters } from '../../../runtime/kernel/contract/database/database.js';
import { openDatabase } from '../../../runtime/adapters/persistence/database.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { openLibsqlConnection } from '../../../runtime/adapters/persistence/sqlite/libsql-connection.js';
import { createSqlite3Module } from '../../../runtime/adapters/persistence/sqlite/sqlite3-facade.js';

/** Passes values of every kind to every method of the driver. A value may be refused, but the process must not exit. */
const [path = ''] = process.argv.slice(1);

const anyValue = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withTypedArray: true,
    withMap: true,
    withSet: true,
    withBoxedValues: true,
    withNullPrototype: true,
    withSparseArray: true,
    withUnicodeString: true,
  }),
  fc.constantFrom<unknown>(
    true,
    false,
    undefined,
    null,
    NaN,
    Infinity,
    -0,
    2 ** 53,
    2n ** 64n,
    '\0',
    '\ud800',
    Symbol('s'),
  ),
  fc.constantFrom<unknown>(
    () => 1,
    new Date(NaN),
    Buffer.from('x'),
    [Buffer.from('x')],
    [true],
    { $1: true },
    new ArrayBuffer(2),
    Promise.resolve(),
    /x/,
    new Proxy({}, {}),
  ),
);
const anyNames = fc.oneof(
  fc.dictionary(fc.constantFrom('a', 'b', '$a', 'length', '0'), anyValue),
  fc.array(anyValue, { maxLength: 3 }),
);

const database = await openDatabase({
  url: `sqlite:${path}`,
  tablePrefix: '',
  tables: [],
  log: SILENT_LOGGER,
});
const facade = createSqlite3Module({
  acquire: () => Promise.resolve(openLibsqlConnection(`${path}2`)),
  release: (connection) => connection.close(),
});
const sequelize = new Sequelize({
  dialect: 'sqlite',
  storage: `${path}2`,
  dialectModule: facade,
  logging: false,
});
const model = sequelize.define('t', { a: DataTypes.STRING, b: DataTypes.JSON }, { timestamps: false });
await model.sync();

let accepted = 0;
let refused = 0;
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    accepted += 1;
  } catch {
    refused += 1;
  }
}

await fc.assert(
  fc.asyncProperty(anyValue, anyNames, async (value, names) => {
    // The types forbid most of these values, but an error elsewhere could still pass them.
    const parameters = names as SqlParameters;
    await attempt(() => database.all('select :a as a', { a: value } as SqlParameters));
    await attempt(() => database.all('select :a as a, :b as b', parameters));
    await attempt(() =>
      database.transaction((session) => session.run('select :a', { a: value } as SqlParameters)),
    );
    await attempt(() => sequelize.query('select $1 as a', { bind: [value] }));
    await attempt(() => sequelize.query('select $a as a, $b as b', { bind: parameters }));
    await attempt(() => model.create({ a: value, b: value }));
    await attempt(() => model.findAll({ where: { a: value as string } }));
  }),
  { numRuns: 400 },
);
await database.close();
await sequelize.close();
console.log(`survived: ${accepted} accepted, ${refused} refused`);
