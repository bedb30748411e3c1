"""Do work outside of requests: runs, and upkeep in the background.

- thread_executor.py: carries out runs in this process; queue.py: in worker processes
- heartbeat.py: tells other processes that this one is alive; recorder.py: stores the events of runs
- upkeep.py: cleans up and repairs the stored data
"""
