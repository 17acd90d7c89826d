import { VueQueryPlugin } from '@tanstack/vue-query'
import { createApp } from 'vue'
import App from './app.vue'
import { router } from './router'
import { queryClient } from './service'

createApp(App).use(router).use(VueQueryPlugin, { queryClient }).mount('#app')
