/** Which names of a model a response hides. */
export { hiddenNames, namesIn, type Visibility } from '../layout/hidden-names.js'
