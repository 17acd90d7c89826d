/** Tells an error by its `name`: `instanceof` fails when a bundle holds this package twice. */
export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
