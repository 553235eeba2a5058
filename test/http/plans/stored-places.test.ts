import { expect, test } from 'vitest';
import { storedPlacesSql } from '../../../runtime/features/pages/visibility-index/component-places.sql.js';
import { testDatabaseName } from '../../support/database.js';
import { startTestApp } from '../../support/test-app.js';

// PostgreSQL counts how many rows a condition leaves; SQLite takes an index of a column that nearly all rows lack.
test.skipIf(testDatabaseName() !== 'sqlite')(
  'stored places of components are looked up by their keys',
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
