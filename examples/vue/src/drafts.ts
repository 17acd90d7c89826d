import { ref, watch } from 'vue'

const KEY = 'drafts'

/** Whether pages show drafts, in this tab. */
export const showsDrafts = ref(sessionStorage.getItem(KEY) !== null)

watch(showsDrafts, (shows) => (shows ? sessionStorage.setItem(KEY, '1') : sessionStorage.removeItem(KEY)))
