-- Grants up to `want` requests of one bucket (GCRA): KEYS[1] holds the time at which all that was spent will have come
-- back. A node says how much it knows to be spent, so that a Redis that has forgotten is told again.
-- All times are microseconds.
local interval, window, spent, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now + spent)
local free = math.floor((window - (full_at - now)) / interval + 0.000001)
local granted = math.max(0, math.min(want, free))
full_at = full_at + granted * interval
if full_at > now then
    redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', math.ceil((full_at - now) / 1000))
end
return { granted, math.ceil(full_at - now) }
