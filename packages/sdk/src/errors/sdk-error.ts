/**
 * What all errors of this package have in common. Each says its name itself: minifiers change those of classes. None has a
 * constructor of its own, which would weigh more than to assign what else it says where it is thrown.
 */
export abstract class SdkError extends Error {
  abstract override get name(): string

  /** Tells an error by its name: `instanceof` fails when a bundle holds this package twice. */
  static is<E extends SdkError>(this: { prototype: E }, error: unknown): error is E {
    return (error as Error | undefined)?.name === this.prototype.name
  }
}
