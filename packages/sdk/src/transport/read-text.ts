/**
 * Returns the body of a response as a string. Truncates a body with more than `bytesLeft` bytes. Such a body
 * isn't valid JSON, which the caller reports.
 */
export async function readText(response: Response, bytesLeft: number): Promise<string> {
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, body) {
      body.enqueue(chunk.slice(0, bytesLeft))
      bytesLeft -= chunk.length
      if (bytesLeft < 0) body.terminate()
    },
  })
  return new Response(response.body?.pipeThrough(limited)).text()
}
