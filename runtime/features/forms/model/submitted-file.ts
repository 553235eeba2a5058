/** A file of a multipart submission; it is gone when the request has been answered, unless a handler keeps its content. */
export class SubmittedFile {
  constructor(
    readonly facts: {
      /** The client's name of the file, without folders. */
      readonly name: string;
      /** Media type detected from the content. */
      readonly mediaType: string;
      /** Bytes. */
      readonly size: number;
      /** The path of its content on this machine, for the length of the request. */
      readonly path: string;
      /** Pixels, of a picture. */
      readonly width?: number;
      readonly height?: number;
      /** Looking into it exceeded a limit of `uploads.examination`; its field refuses it. */
      readonly isUnreadable?: boolean;
    },
  ) {}
}
