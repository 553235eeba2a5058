import type { Accounts } from '../accounts/index.js';
import type { AppConfig } from '../config/app-config.js';
import type { AskedParameters } from '../contract/asked.js';
import type { RequestContext } from '../contract/context.js';
import type { JsonObject } from '../contract/json.js';
import type { SqlCondition } from '../contract/operations.js';
import { VIOLATION_CODES } from '../contract/violation-codes.js';
import { validationFailed } from '../errors/catalog.js';
import { readPage } from '../operations/queries/pagination.js';
import { mapParameter, scalarParameter } from '../operations/queries/asked-parameter.js';
import { writeCollection } from '../serializer/collection-writer.js';

/** `queryString` and `viewIri` are what the page links keep; by default the links lead to the list itself. */
export interface ListLinks {
  readonly queryString: string;
  readonly viewIri?: string;
}

/**
 * Prints the users that a request asks for (accounts.md section 6.2).
 * @throws AppError 401/403 when the caller may not list users.
 */
export type UserListPrinter = (context: RequestContext, links: ListLinks) => Promise<JsonObject>;

export function createUserListPrinter({
  accounts,
  config,
  readable,
}: {
  readonly accounts: Accounts;
  readonly config: Pick<AppConfig, 'apiPrefix' | 'hydraPrefix' | 'pagination'>;
  /** Which accounts the caller may read; undefined = all of them (contract decision 66). */
  readonly readable: (context: RequestContext) => SqlCondition | undefined;
}): UserListPrinter {
  const { resource } = accounts;
  const iri = `${config.apiPrefix}/users`;
  const pagination = { ...resource.pagination, enabled: true, clientEnabled: false };
  return async (context, { queryString, viewIri = iri }) => {
    const { actor, asked } = context;
    accounts.permissions.assert('list', actor);
    const page = readPage(asked.list, pagination, config.pagination.itemsPerPageParameterName);
    const perPage = page.enabled ? page.perPage : resource.pagination.maximumItemsPerPage;
    const { users, totalItems } = await accounts.list({
      search: scalarParameter(asked.list, 'search') ?? '',
      order: readOrder(asked.list),
      readable: readable(context),
      limit: perPage,
      offset: page.enabled ? (page.page - 1) * perPage : 0,
    });
    return writeCollection(
      {
        declared: resource,
        iri,
        contextIri: `${config.apiPrefix}/contexts/User`,
        members: users.map((user) => accounts.documents.serialize(user, actor, 'member')),
        totalItems,
        page,
        viewIri,
        queryString,
      },
      config.hydraPrefix,
    );
  };
}

type Order = Parameters<Accounts['list']>[0]['order'];

function readOrder(list: AskedParameters): Order {
  return mapParameter(list, 'order').flatMap(([field, value]): Order => {
    const direction = typeof value === 'string' ? value.toLowerCase() : '';
    if (direction !== 'asc' && direction !== 'desc') {
      const message = 'The value you selected is not a valid choice.';
      throw validationFailed([{ propertyPath: `order[${field}]`, message, code: VIOLATION_CODES.choice }]);
    }
    return field === 'createdAt' || field === 'username' ? [{ field, direction }] : [];
  });
}
