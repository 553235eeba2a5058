/**
 * A typed name under which features offer something to each other: a service that one feature has (`open`), or parts that
 * several add to what another one does (`openAll`). Whoever owns what is offered defines the door in its `door.ts`, the only
 * file of a feature that others import.
 */
export interface Door<Offer> {
    readonly name: string;
    /** The type of what is offered there, for the compiler alone. */
    readonly offer?: Offer;
}
/** Something that a feature offers at a door. */
export interface Offered {
    readonly door: Door<unknown>;
    readonly offer: unknown;
}
/** Defines a door. Features find it by this very object; the name is for messages about what is missing. */
export declare function defineDoor<Offer>(name: string): Door<Offer>;
/** Makes an entry for the `offers` of a feature, or of an application that embeds the service. */
export declare function offer<Offer>(door: Door<Offer>, what: Offer): Offered;
/** The doors of all features of a service. */
export interface Doors {
    /**
     * Answers the offer of a feature at a door. That feature is created first, wherever it stands in the list. @throws Error
     * when no feature of the list has the door, or when two wait for each other.
     */
    open<Offer>(door: Door<Offer>): Promise<Offer>;
    /** Everything that features offer at a door, in their order; empty when none does. */
    openAll<Offer>(door: Door<Offer>): Promise<readonly Offer[]>;
    /** The same as `open`, once every feature is created: from `endpoints` on. */
    get<Offer>(door: Door<Offer>): Offer;
    /** The same as `openAll`, once every feature is created. */
    getAll<Offer>(door: Door<Offer>): readonly Offer[];
}
