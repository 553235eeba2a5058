import { describe, expect, test } from 'vitest';
import { documentDescriptor } from '../../../../runtime/openapi/documented-resource.js';
import { describeResource } from '../../../../runtime/openapi/resource-part.js';
import { siteConfigParameter } from '../../../../runtime/features/site-config/resource.js';

const partOf = (required: readonly string[], operations: readonly ('create' | 'update' | 'upload')[]) => {
  const descriptor = { ...siteConfigParameter, name: 'Leaflet', path: '/leaflets', operations };
  const documented = documentDescriptor({ ...descriptor, validate: () => undefined }, { required });
  return describeResource({ ...documented, uploadFields: ['scan'] });
};
const scan = { type: 'string', format: 'binary' };
const bodyOf = (required: readonly string[], path: string) =>
  JSON.stringify(partOf(required, ['create', 'update', 'upload']).paths?.[path]?.post?.requestBody);

describe('the multipart schemas of a type with files', () => {
  test('require the members of the body for a new record, and nothing for an existing one', () => {
    const { schemas = {} } = partOf(['key'], ['create', 'update', 'upload']).components;
    expect(schemas['Leaflet.form']).toMatchObject({ required: ['key'], properties: { key: {}, scan } });
    expect(schemas['Leaflet.form-patch']).toMatchObject({ properties: { key: {}, scan } });
    expect(schemas['Leaflet.form-patch']).not.toHaveProperty('required');
    expect(bodyOf(['key'], '/leaflets/upload')).toContain('Leaflet.form"');
    expect(bodyOf(['key'], '/leaflets/{id}/upload')).toContain('Leaflet.form-patch"');
  });

  test('are identical if nothing is required, and do not exist without files', () => {
    expect(Object.keys(partOf([], ['create', 'update', 'upload']).components.schemas ?? {})).not.toContain(
      'Leaflet.form-patch',
    );
    expect(bodyOf([], '/leaflets/{id}/upload')).toContain('Leaflet.form"');
    expect(Object.keys(partOf([], ['create', 'update']).components.schemas ?? {})).not.toContain(
      'Leaflet.form',
    );
  });
});
