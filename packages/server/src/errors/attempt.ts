/**
 * Runs a step of the start. A start fails with the first mistake. A command that reports all mistakes goes on
 * with `otherwise`.
 * @param place where the mistake is, if the error doesn't say it
 */
export type Attempt = <Result>(
  work: () => Result | Promise<Result>,
  otherwise: NoInfer<Result>,
  place?: string,
) => Promise<Result>

/** Receives each mistake of a project, with its place if the error may not name it. */
export type OnMistake = (error: unknown, place?: string) => void

/** Returns a function that runs a step like {@link attempting}, without waiting. It returns whether all went well. */
export function attemptingSync(onMistake: OnMistake | undefined): (work: () => void) => boolean {
  return (work) => {
    try {
      work()
      return true
    } catch (error) {
      if (!onMistake) throw error
      onMistake(error)
      return false
    }
  }
}

export function attempting(onMistake: OnMistake | undefined): Attempt {
  if (!onMistake) return async (work) => work()
  return async (work, otherwise, place) => {
    try {
      return await work()
    } catch (error) {
      onMistake(error, place)
      return otherwise
    }
  }
}
