export type ShadowAction = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'createLocalization'

/** Decides what is in the generated schema. Everything is enabled unless an extension disables it. */
export interface ShadowCrud {
  isEnabled(uid: string): boolean
  isActionEnabled(uid: string, action: ShadowAction): boolean
  hasOutput(uid: string, field: string): boolean
  hasInput(uid: string, field: string): boolean
  hasFilters(uid: string, field: string): boolean
}

/** Enables everything. */
export const wholeShadow: ShadowCrud = {
  isEnabled: () => true,
  isActionEnabled: () => true,
  hasOutput: () => true,
  hasInput: () => true,
  hasFilters: () => true,
}
