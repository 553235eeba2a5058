/**
 * Whether an order by a member meets nulls. A required relation does not say: it may be kept from the caller. The index of the
 * order follows it, since it serves only the order that it has.
 */
export function mayOrderNulls(field) {
    return field.kind !== 'scalar' || field.nullable;
}
export const ABSTRACT_COMPONENT = 'AbstractComponent';
export const ABSTRACT_PAGE_DATA = 'AbstractPageData';
/** Columns of every link table: the place of a link in the list of the owner, and in that of the other side (ADR 54). */
export const LINK_PLACES = { owner: 'position', inverse: 'inverse_position' };
/** The place of links that their side has not sent: behind those that it has sent. */
export const LAST_PLACE = 2_147_483_647;
//# sourceMappingURL=resource.js.map