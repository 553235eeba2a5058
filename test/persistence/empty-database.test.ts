import { describe, expect, test } from 'vitest';
import { introspect } from './migrations-introspection.js';
import { aMigratedProject, PREFIX } from './migrated-project.js';

const TEASER = {
  title: 'Teaser',
  type: 'object',
  'x-resource': 'component',
  properties: { headline: { type: ['string', 'null'] } },
};

describe('starting over', () => {
  test.each([
    ['was created by cms dev', false],
    ['was migrated', true],
  ])(
    'leaves nothing of a database that %s, which then gets the same tables again',
    async (_how, byMigrations) => {
      const project = await aMigratedProject();
      await project.write([TEASER]);
      if (byMigrations) {
        await project.generate();
        await (await project.migrator()).run();
      }
      await project.dev();
      const before = await introspect(project.connection(), PREFIX);
      await project.write([{ ...TEASER, properties: { ...TEASER.properties, more: { type: 'integer' } } }]);
      await project.dev({ allowDestructive: true });

      const migrator = await project.migrator();
      await migrator.empty();
      expect(
        (await introspect(project.connection(), PREFIX)).filter((line) => line.includes('teaser')),
      ).toEqual([]);
      await expect(project.query(`select * from ${project.table('layout')}`)).rejects.toThrow();
      await migrator.empty();

      await project.write([TEASER]);
      await project.dev();
      expect(await introspect(project.connection(), PREFIX)).toEqual(before);
      expect(await project.query(`select * from ${project.table('layout')}`)).toEqual([]);
    },
  );
});
