"""Deliver news of runs and sessions to the clients that follow them.

- memory.py: to followers in this process; redis.py: to other processes
- session_feeds.py: the feeds of followed sessions
- traces.py: how long the steps of a run took, for an OpenTelemetry collector
"""
