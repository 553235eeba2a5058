import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import type { TestClient } from './test-client.js';

/** A stored document. Tests read members of any type. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type StoredDocument = Record<string, any> & { readonly '@id': string };

type Build = (body?: JsonObject) => Promise<StoredDocument>;

/** Creates records with the required members. Each call creates new ones, with unique references. */
export interface Builders {
  readonly aLayout: Build;
  /** In a new layout unless one is given. */
  readonly aPage: Build;
  readonly aGroup: Build;
  readonly aWidget: Build;
  /** In `group`, with a new widget unless a component is given. */
  readonly aPosition: (group: StoredDocument, body?: JsonObject) => Promise<StoredDocument>;
  readonly anEvent: Build;
  readonly aSpecimen: Build;
}

export function createBuilders({ create }: Pick<TestClient, 'create'>): Builders {
  const aLayout: Build = (body) =>
    create('/_/layouts', { reference: uniqueName('layout'), uiComponent: 'PrimaryLayout', ...body });
  const aPage: Build = async (body) =>
    create('/_/pages', {
      reference: uniqueName('page'),
      uiComponent: 'PrimaryPage',
      isTemplate: false,
      layout: body !== undefined && 'layout' in body ? body.layout : (await aLayout())['@id'],
      ...body,
    });
  const aWidget: Build = (body = {}) => create('/component/widgets', body);
  return {
    aLayout,
    aPage,
    aWidget,
    aGroup: (body) =>
      create('/_/component_groups', { reference: uniqueName('group'), location: 'top', ...body }),
    async aPosition(group, body) {
      const component = body !== undefined && 'component' in body ? body.component : (await aWidget())['@id'];
      return create('/_/component_positions', { componentGroup: group['@id'], ...body, component });
    },
    async anEvent(body) {
      const page =
        body !== undefined && 'page' in body ? body.page : (await aPage({ isTemplate: true }))['@id'];
      return create('/page_data/event_datas', { startsOn: '2030-01-01', ...body, page });
    },
    aSpecimen: (body) => create('/component/specimens', { name: uniqueName('specimen'), ...body }),
  };
}

export function uniqueName(word: string): string {
  return `${word}-${randomUUID()}`;
}
