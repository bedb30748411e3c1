"""The yardsticks' doors into the project: `place`, `index` and `parse`, each the code that runs in production."""
