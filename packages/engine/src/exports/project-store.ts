/** Values that code of a project keeps, and imported settings. */
export {
  deleteStoredValue,
  readImportedSettings,
  readStoredValue,
  storeImportedSettings,
  storeValue,
} from '../project-store/project-store.js'
