/** As far as anybody knows of what was thrown. */
interface Named {
  readonly name?: unknown
  readonly kind?: unknown
}

/** What an error of that class may be told by beside its name: nothing, of most. */
type KindOf<E> = E extends { readonly kind: infer Kind } ? Kind : never

/**
 * What all errors of this package have in common. Each says its name itself: minifiers change those of classes. None has a
 * constructor of its own, which would weigh more than to assign what else it says where it is thrown.
 */
export abstract class SdkError extends Error {
  abstract override get name(): string

  /**
   * Tells an error by its name, and by its kind if one is named: `instanceof` fails when a bundle holds this package twice.
   */
  static is<E extends SdkError>(this: { prototype: E }, error: unknown, kind?: KindOf<E>): error is E {
    return (error as Named | undefined)?.name === this.prototype.name && (!kind || (error as Named).kind === kind)
  }
}
