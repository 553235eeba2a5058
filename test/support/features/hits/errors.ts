import { defineErrors } from 'cms-api-components';

export const hitErrors = defineErrors({
  noPage: {
    code: 'HITS.NO_PAGE',
    status: 404,
    when: 'A hit names a path that no route has.',
    remedy: 'Send the path of a page.',
    answer: (path: string) => `There is no page at ${path}.`,
  },
});
