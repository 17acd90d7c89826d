/** Chooses the one worker that runs the cron tasks of the project. */
export class TaskRunner<Worker> {
  #chosen: Worker | undefined

  /** Returns the worker that must start the tasks now; undefined while the chosen one serves, or without workers. */
  choose(serving: ReadonlyMap<Worker, unknown>): Worker | undefined {
    if (this.#chosen !== undefined && serving.has(this.#chosen)) return undefined
    ;[this.#chosen] = serving.keys()
    return this.#chosen
  }
}
