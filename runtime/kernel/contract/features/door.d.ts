/**
 * A typed name under which features offer something to each other: a service that one feature has (`open`), or parts that
 * several add to what another one does (`openAll`). Whoever owns what is offered defines the door in its `door.ts`, the only
 * file of a feature that others import.
 */
export interface FeatureApi<Api> {
    readonly name: string;
    /** The type of what is offered there, for the compiler alone. */
    readonly provide?: Api;
}
/** Something that a feature offers at a door. */
export interface ProvidedApi {
    readonly api: FeatureApi<unknown>;
    readonly provide: unknown;
}
/** Defines a door. Features find it by this very object; the name is for messages about what is missing. */
export declare function defineFeatureApi<Api>(name: string): FeatureApi<Api>;
/** Makes an entry for the `offers` of a feature, or of an application that embeds the service. */
export declare function provide<Api>(api: FeatureApi<Api>, what: Api): ProvidedApi;
/** The doors of all features of a service. */
export interface FeatureApis {
    /**
     * Answers the offer of a feature at a door. That feature is created first, wherever it stands in the list. @throws Error
     * when no feature of the list has the door, or when two wait for each other.
     */
    open<Api>(api: FeatureApi<Api>): Promise<Api>;
    /** Everything that features offer at a door, in their order; empty when none does. */
    openAll<Api>(api: FeatureApi<Api>): Promise<readonly Api[]>;
    /** The same as `open`, once every feature is created: from `endpoints` on. */
    get<Api>(api: FeatureApi<Api>): Api;
    /** The same as `openAll`, once every feature is created. */
    getAll<Api>(api: FeatureApi<Api>): readonly Api[];
}
