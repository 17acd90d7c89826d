/** Returns the text of a field. A file or a missing field is an empty string. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
