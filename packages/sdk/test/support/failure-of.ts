/** Returns what a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<{ error: unknown }> {
  const error = await promise.then(
    (value) => {
      throw new Error(`resolved with ${JSON.stringify(value)}`)
    },
    (reason: unknown) => reason,
  )
  return { error }
}
