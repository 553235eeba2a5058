import { expect, test } from 'vitest';
import { storedPlacesSql } from '../../../runtime/features/pages/visibility-index/component-places.sql.js';
import { testDatabaseName } from '../../support/database.js';
import { startTestApp } from '../../support/test-app.js';

// PostgreSQL estimates how many rows a condition matches; SQLite uses an index even if most of its values are
// null.
test.skipIf(testDatabaseName() !== 'sqlite')(
  'stored slots of components are looked up by their keys',
  async () => {
    const { app, close } = await startTestApp();
    const plan = await app.database.all<{ detail: string }>(
      `explain query plan ${storedPlacesSql(app.database)}`,
      { ids: [] },
    );
    const searches = plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SEARCH c '));
    expect(searches).toEqual([
      expect.stringMatching(/\(id=\?\)$/),
      expect.stringMatching(/\(published_resource_id=\?\)$/),
    ]);
    await close();
  },
);
