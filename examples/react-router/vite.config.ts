import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  server: { host: process.env.HOST ?? 'localhost', port: Number(process.env.PORT ?? 5173), strictPort: true },
})
