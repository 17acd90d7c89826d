/**
 * Returns the body of a response as text, up to `byteLimit` bytes. A longer body is cut off. It is then no valid JSON, so it
 * causes the same error as any other body that isn't JSON.
 */
export async function readText(response: Response, byteLimit: number): Promise<string> {
  let bytesLeft = byteLimit
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, body) {
      bytesLeft -= chunk.length
      if (bytesLeft < 0) body.terminate()
      else body.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(limited)).text()
}
