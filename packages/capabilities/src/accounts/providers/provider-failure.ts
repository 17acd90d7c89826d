/** A response of a provider that signs nobody in. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'

  /** @param response the error that the provider reports, such as `access_denied` */
  constructor(
    message: string,
    readonly response: { readonly error: string; readonly description: string | undefined } | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
