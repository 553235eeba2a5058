import type { WriteRule } from 'cms-api-components';

/** No route can have the path of the counter. */
export const hitRule: WriteRule = {
  appliesTo: ({ name }) => name === 'Route',
  prepare({ values, violations }) {
    if (values.path === '/hits') violations.add({ propertyPath: 'path', message: 'Taken.', code: null });
  },
};
