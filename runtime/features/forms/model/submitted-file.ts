/**
 * A file of a multipart submission. It is deleted after the response, unless a handler stores its content.
 *
 * @example
 * const isImage = ({ facts }: SubmittedFile): boolean => facts.mediaType.startsWith('image/');
 */
export class SubmittedFile {
  constructor(
    readonly facts: {
      /** Client file name without folders. */
      readonly name: string;
      /** Media type detected from the content. */
      readonly mediaType: string;
      /** Size in bytes. */
      readonly size: number;
      /** Path of the content on this machine, valid during the request. */
      readonly path: string;
      /** Width of an image in pixels. */
      readonly width?: number;
      readonly height?: number;
      /** Whether inspecting the file exceeded a limit of `uploads.examination`; its field refuses it. */
      readonly isUnreadable?: boolean;
    },
  ) {}
}
