/** A query as it came. `text` names it in the plan cache; `parameters` is called only when its plan isn't there. */
export interface LazyQuery {
  readonly text: string
  parameters(): Record<string, unknown>
}
