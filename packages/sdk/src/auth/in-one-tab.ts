/**
 * Runs a task while no other tab of the browser runs one with the same name. Outside of pages, and in
 * browsers without locks, it only runs the task.
 */
export async function inOneTab<T>(name: string, task: () => Promise<T>): Promise<T> {
  // Servers have locks, too, which would let users wait for each other. Pages without HTTPS have none.
  const { locks }: { readonly locks?: LockManager } = 'document' in globalThis ? globalThis.navigator : {}
  return locks ? locks.request(name, task) : task()
}
