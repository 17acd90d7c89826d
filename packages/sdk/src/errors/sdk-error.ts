/** The members of a thrown value that `is` reads. */
interface Named {
  readonly name?: unknown
  readonly kind?: unknown
}

/** The kinds of a class of errors. Only `ApiError` has kinds. */
type KindOf<E> = E extends { readonly kind: infer Kind } ? Kind : never

/**
 * The base class of all errors of this package. Each subclass returns its name from a getter, because
 * minifiers rename classes.
 *
 * @example
 * ```ts
 * const isOfSdk = (error: unknown) => error instanceof SdkError
 * ```
 */
export abstract class SdkError extends Error {
  abstract override get name(): string

  /**
   * Returns whether a thrown value is an error of this class, and of the kind, if one is passed. It compares
   * names: `instanceof` fails where a bundle holds this package twice.
   *
   * @example
   * ```ts
   * const isMissing = (error: unknown) => ApiError.is(error, 'NotFoundError')
   * ```
   */
  static is<E extends SdkError>(this: { readonly prototype: E }, error: unknown, kind?: KindOf<E>): error is E {
    const { name, kind: ownKind } = (error ?? {}) as Named
    return name === this.prototype.name && (kind === undefined || kind === ownKind)
  }
}
