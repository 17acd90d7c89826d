interface Refusal {
  readonly error?: { readonly message?: string }
}

/**
 * A fetch for urql. What a service refuses before GraphQL sees it, for a stale token or a wrong address, it answers as
 * REST does: `{ data: null, error }`, which urql takes for an answer without data. Here it becomes an error of GraphQL.
 */
export function withGraphQLErrors(
  fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request),
): typeof globalThis.fetch {
  return async (...request) => {
    const response = await fetch(...request)
    if (response.ok) return response
    const { error } = ((await response
      .clone()
      .json()
      .catch(() => null)) ?? {}) as Refusal
    if (!error) return response
    return new Response(JSON.stringify({ errors: [{ message: error.message, extensions: { error } }] }), {
      status: response.status,
      headers: { 'content-type': 'application/json' },
    })
  }
}
