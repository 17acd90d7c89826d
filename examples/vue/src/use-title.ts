import { type MaybeRefOrGetter, toValue, watchEffect } from 'vue'

/** Keeps the title of the document. */
export const useTitle = (title: MaybeRefOrGetter<string>) => watchEffect(() => (document.title = toValue(title)))
