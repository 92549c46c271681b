# The store as of the first release: everything from an empty database.

import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.utils.timezone
import games.models.challenge
import games.models.player
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(max_length=20, validators=[django.core.validators.RegexValidator('\\A[A-Za-z0-9_-]{3,20}\\Z', 'A username has 3 to 20 characters: letters A to Z, digits, “_” and “-”.'), games.models.player.check_username_not_reserved], verbose_name='username')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('language', models.CharField(blank=True, max_length=8, verbose_name='language')),
                ('country', models.CharField(blank=True, max_length=2, verbose_name='country')),
                ('hide_presence', models.BooleanField(default=False, verbose_name='hide whether I am online')),
                ('session_epoch', models.PositiveIntegerField(default=0, editable=False)),
                ('renamed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('bot', models.CharField(blank=True, editable=False, max_length=10, null=True, unique=True)),
                ('is_guest', models.BooleanField(default=False, editable=False)),
                ('puzzle_rating', models.IntegerField(default=1500, editable=False)),
                ('is_staff', models.BooleanField(default=False, verbose_name='may use the admin pages')),
                ('is_active', models.BooleanField(default=True, verbose_name='may sign in')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rated', models.BooleanField()),
                ('unrated_reason', models.CharField(blank=True, choices=[('asked', 'the players wanted it so'), ('limit', 'enough rated matches between the two for a day'), ('admin', 'ended by an administrator'), ('bot', 'a match against a bot')], max_length=5)),
                ('pace', models.CharField(choices=[('live', 'live'), ('daily', 'daily')], max_length=5)),
                ('time_control', models.CharField(max_length=16)),
                ('aton_rating', models.IntegerField()),
                ('amon_rating', models.IntegerField()),
                ('seed', models.CharField(max_length=64)),
                ('state', models.JSONField()),
                ('version', models.PositiveIntegerField(default=0)),
                ('round', models.PositiveSmallIntegerField(default=1)),
                ('phase', models.CharField(default='allocate', max_length=8)),
                ('round_version', models.PositiveIntegerField(default=0)),
                ('aton_to_move', models.BooleanField(default=True)),
                ('amon_to_move', models.BooleanField(default=True)),
                ('aton_score', models.PositiveSmallIntegerField(default=0)),
                ('amon_score', models.PositiveSmallIntegerField(default=0)),
                ('winner', models.CharField(blank=True, choices=[('aton', 'Aton'), ('amon', 'Amon')], max_length=4)),
                ('reason', models.CharField(blank=True, choices=[('points', '40 points in a round'), ('scoring', 'a scoring'), ('temple', 'a whole temple'), ('gold', 'all gold squares'), ('green', 'all green squares'), ('resign', 'resignation'), ('timeout', 'time ran out'), ('abort', 'aborted')], max_length=8)),
                ('aton_ms', models.PositiveBigIntegerField()),
                ('amon_ms', models.PositiveBigIntegerField()),
                ('aton_deadline', models.DateTimeField(blank=True, null=True)),
                ('amon_deadline', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('synthetic', models.BooleanField(default=False)),
                ('with_guest', models.BooleanField(default=False)),
                ('amon', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('aton', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='Downtime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(db_index=True)),
            ],
            options={
                'verbose_name': 'downtime',
                'verbose_name_plural': 'downtimes',
            },
        ),
        migrations.CreateModel(
            name='GainHorizon',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'horizon of the gains',
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'heartbeat',
            },
        ),
        migrations.CreateModel(
            name='Reach',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='reach', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('chat', models.BooleanField(default=True, verbose_name='chat')),
                ('turn_mails', models.BooleanField(default=True, verbose_name='emails on daily matches')),
                ('mailed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'reach',
                'verbose_name_plural': 'reaches',
            },
        ),
        migrations.CreateModel(
            name='BotSeat',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='bot_seat', serialize=False, to='games.match')),
                ('side', models.CharField(max_length=4)),
                ('level', models.CharField(max_length=10)),
                ('hurried', models.BooleanField(default=False)),
                ('taken_version', models.PositiveIntegerField(blank=True, null=True)),
                ('taken_until', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'seat of a bot',
                'verbose_name_plural': 'seats of bots',
            },
        ),
        migrations.CreateModel(
            name='Review',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='review', serialize=False, to='games.match')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=7)),
                ('total', models.PositiveIntegerField()),
                ('steps', models.JSONField(default=list)),
                ('done', models.PositiveIntegerField(default=0)),
                ('asked_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('taken_until', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'review',
                'verbose_name_plural': 'reviews',
            },
        ),
        migrations.CreateModel(
            name='Action',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('side', models.CharField(blank=True, choices=[('aton', 'Aton'), ('amon', 'Amon')], max_length=4)),
                ('round', models.PositiveSmallIntegerField()),
                ('payload', models.JSONField()),
                ('events', models.JSONField()),
                ('posted_version', models.PositiveIntegerField(blank=True, null=True)),
                ('left_ms', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='games.match')),
            ],
            options={
                'verbose_name': 'action',
                'verbose_name_plural': 'actions',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('time_control', models.CharField(max_length=16)),
                ('rated', models.BooleanField()),
                ('side', models.CharField(choices=[('random', 'random side'), ('aton', 'Aton'), ('amon', 'Amon')], max_length=6)),
                ('status', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('cancelled', 'cancelled'), ('declined', 'declined'), ('expired', 'expired')], default='open', max_length=9)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField(db_index=True, default=games.models.challenge.in_an_hour)),
                ('rating_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('rating_to', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('unrated_reason', models.CharField(blank=True, choices=[('asked', 'the players wanted it so'), ('limit', 'enough rated matches between the two for a day'), ('admin', 'ended by an administrator'), ('bot', 'a match against a bot')], max_length=5)),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges_made', to=settings.AUTH_USER_MODEL)),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='challenge', to='games.match')),
                ('opponent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenges_received', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rematches', to='games.match')),
            ],
            options={
                'verbose_name': 'challenge',
                'verbose_name_plural': 'challenges',
            },
        ),
        migrations.CreateModel(
            name='ChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('players', 'players'), ('watchers', 'watchers')], max_length=8)),
                ('text', models.CharField(blank=True, max_length=200)),
                ('phrase', models.CharField(blank=True, max_length=10)),
                ('at', models.DateTimeField()),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat_lines', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat_lines', to='games.match')),
            ],
            options={
                'verbose_name': 'chat line',
                'verbose_name_plural': 'chat lines',
            },
        ),
        migrations.CreateModel(
            name='ChatReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settled', models.BooleanField(default=False, verbose_name='dealt with')),
                ('line', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.chatline')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'chat report',
                'verbose_name_plural': 'chat reports',
            },
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('followed', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='followers', to=settings.AUTH_USER_MODEL)),
                ('follower', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'following',
                'verbose_name_plural': 'followings',
            },
        ),
        migrations.CreateModel(
            name='FormerName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('username', models.CharField(max_length=20)),
                ('given_up_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'former name',
                'verbose_name_plural': 'former names',
            },
        ),
        migrations.CreateModel(
            name='Lapse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('abort', 'called a match off'), ('absence', 'left a match')], max_length=7)),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lapses', to='games.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lapses', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'lapse',
                'verbose_name_plural': 'lapses',
            },
        ),
        migrations.CreateModel(
            name='MatchNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('downtime', 'time without a server, made good'), ('claim', 'won because the other had left'), ('admin', 'ended by an administrator')], max_length=8)),
                ('after', models.PositiveIntegerField()),
                ('seconds', models.PositiveIntegerField(default=0)),
                ('side', models.CharField(blank=True, choices=[('aton', 'Aton'), ('amon', 'Amon')], max_length=4)),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.match')),
            ],
            options={
                'verbose_name': 'note on a match',
                'verbose_name_plural': 'notes on matches',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen_at', models.DateTimeField()),
                ('lag_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presences', to='games.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'presence',
                'verbose_name_plural': 'presences',
            },
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('side', models.CharField(max_length=4)),
                ('type', models.CharField(max_length=8)),
                ('answers', models.JSONField()),
                ('best', models.JSONField()),
                ('missed', models.FloatField()),
                ('rating', models.IntegerField(default=1500)),
                ('tries', models.PositiveIntegerField(default=0)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzles', to='games.match')),
            ],
            options={
                'verbose_name': 'puzzle',
                'verbose_name_plural': 'puzzles',
            },
        ),
        migrations.CreateModel(
            name='PuzzleTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('solved', models.BooleanField()),
                ('rating', models.IntegerField()),
                ('at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_tries', to=settings.AUTH_USER_MODEL)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers_given', to='games.puzzle')),
            ],
            options={
                'verbose_name': 'answer to a puzzle',
                'verbose_name_plural': 'answers to puzzles',
            },
        ),
        migrations.CreateModel(
            name='QueueEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('time_control', models.CharField(max_length=16)),
                ('rating', models.IntegerField()),
                ('joined_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField(db_index=True)),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='queue_entry', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'waiting player',
                'verbose_name_plural': 'waiting players',
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('live', 'live'), ('daily', 'daily')], max_length=5)),
                ('rating', models.IntegerField(default=1500)),
                ('peak', models.IntegerField(default=1500)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('draws', models.PositiveIntegerField(default=0)),
                ('losses', models.PositiveIntegerField(default=0)),
                ('established', models.BooleanField(default=False)),
                ('country', models.CharField(blank=True, max_length=2)),
                ('gain', models.IntegerField(default=0)),
                ('recent', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('live', 'live'), ('daily', 'daily')], max_length=5)),
                ('side', models.CharField(max_length=4)),
                ('before', models.IntegerField()),
                ('after', models.IntegerField()),
                ('opponent', models.IntegerField()),
                ('expected', models.FloatField()),
                ('score', models.FloatField()),
                ('k', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('kind', models.CharField(choices=[('match', 'match'), ('correction', 'correction')], default='match', max_length=10)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='games.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating change',
                'verbose_name_plural': 'rating changes',
            },
        ),
        migrations.CreateModel(
            name='RatingCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('live', 'live'), ('daily', 'daily')], max_length=5)),
                ('country', models.CharField(blank=True, max_length=2)),
                ('rating', models.IntegerField()),
                ('players', models.PositiveIntegerField()),
            ],
            options={
                'verbose_name': 'number of players with a rating',
                'verbose_name_plural': 'numbers of players with a rating',
                'constraints': [models.UniqueConstraint(fields=('pace', 'country', 'rating'), name='ratingcount_once')],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(choices=[('aton', 'Aton'), ('amon', 'Amon')], max_length=4)),
                ('outcome', models.CharField(choices=[('win', 'win'), ('draw', 'draw'), ('loss', 'loss')], max_length=4)),
                ('reason', models.CharField(choices=[('points', '40 points in a round'), ('scoring', 'a scoring'), ('temple', 'a whole temple'), ('gold', 'all gold squares'), ('green', 'all green squares'), ('resign', 'resignation'), ('timeout', 'time ran out'), ('abort', 'aborted')], max_length=8)),
                ('rated', models.BooleanField()),
                ('pace', models.CharField(choices=[('live', 'live'), ('daily', 'daily')], max_length=5)),
                ('ended_at', models.DateTimeField()),
                ('rounds', models.PositiveSmallIntegerField(default=0)),
                ('opening', models.CharField(blank=True, max_length=4)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='games.match')),
                ('opponent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'result',
                'verbose_name_plural': 'results',
            },
        ),
        migrations.CreateModel(
            name='Shunning',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('block', 'blocked'), ('mute', 'muted')], max_length=5)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shunned_by', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shunnings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'block or mute',
                'verbose_name_plural': 'blocks and mutes',
            },
        ),
        migrations.CreateModel(
            name='SignIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_key', models.CharField(max_length=40, unique=True)),
                ('browser', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ins', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'sign-in',
                'verbose_name_plural': 'sign-ins',
            },
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='player_email'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(models.F('date_joined'), condition=models.Q(('is_guest__in', [True])), name='player_guest'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='player_username_unique', violation_error_message='This username is taken. Please choose another.'),
        ),
        migrations.AddIndex(
            model_name='review',
            index=models.Index(models.F('asked_at'), condition=models.Q(('ended_at__isnull', True)), name='review_to_do'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.OrderBy(models.F('ended_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('ended_at__isnull', False)), name='match_finished'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('reason'), models.OrderBy(models.F('ended_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('ended_at__isnull', False)), name='match_finished_by_reason'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('rated'), models.OrderBy(models.F('ended_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('ended_at__isnull', False)), name='match_finished_by_rated'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('rated'), models.F('reason'), models.OrderBy(models.F('ended_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('ended_at__isnull', False)), name='match_finished_by_both'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('seed'), name='match_seed'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.OrderBy(models.F('started_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('ended_at__isnull', True)), name='match_running'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('aton'), condition=models.Q(('ended_at__isnull', True)), name='match_running_aton'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('amon'), condition=models.Q(('ended_at__isnull', True)), name='match_running_amon'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('aton_deadline'), condition=models.Q(('aton_deadline__isnull', False)), name='match_aton_deadline'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('amon_deadline'), condition=models.Q(('amon_deadline__isnull', False)), name='match_amon_deadline'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('aton', models.F('amon')), _negated=True), name='match_two_players'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('reason', '')), models.Q(models.Q(('reason', ''), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='match_over_has_end'),
        ),
        migrations.AddConstraint(
            model_name='action',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='action_number_unique'),
        ),
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(models.F('opponent'), models.OrderBy(models.F('created_at'), descending=True), condition=models.Q(('status', 'open')), name='challenge_open'),
        ),
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(models.F('challenger'), models.OrderBy(models.F('created_at'), descending=True), condition=models.Q(('status', 'open')), name='challenge_open_made'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(('opponent__isnull', True), models.Q(('opponent', models.F('challenger')), _negated=True), _connector='OR'), name='challenge_not_to_oneself'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ['open', 'accepted'])), fields=('rematch_of',), name='challenge_one_rematch_at_a_time'),
        ),
        migrations.AddIndex(
            model_name='chatline',
            index=models.Index(fields=['match', 'room', 'id'], name='chatline_room'),
        ),
        migrations.AddIndex(
            model_name='chatline',
            index=models.Index(fields=['author', 'at'], name='chatline_rate'),
        ),
        migrations.AddConstraint(
            model_name='chatreport',
            constraint=models.UniqueConstraint(fields=('line', 'reporter'), name='chatreport_once'),
        ),
        migrations.AddConstraint(
            model_name='follow',
            constraint=models.UniqueConstraint(fields=('follower', 'followed'), name='follow_once'),
        ),
        migrations.AddConstraint(
            model_name='follow',
            constraint=models.CheckConstraint(condition=models.Q(('follower', models.F('followed')), _negated=True), name='follow_not_oneself'),
        ),
        migrations.AddConstraint(
            model_name='formername',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='formername_unique'),
        ),
        migrations.AddIndex(
            model_name='lapse',
            index=models.Index(fields=['player', 'at'], name='lapse_recent'),
        ),
        migrations.AddConstraint(
            model_name='lapse',
            constraint=models.UniqueConstraint(fields=('player', 'match'), name='lapse_once'),
        ),
        migrations.AddConstraint(
            model_name='presence',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='presence_once'),
        ),
        migrations.AddIndex(
            model_name='puzzle',
            index=models.Index(models.F('rating'), name='puzzle_rating'),
        ),
        migrations.AddConstraint(
            model_name='puzzle',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='puzzle_once'),
        ),
        migrations.AddIndex(
            model_name='puzzletry',
            index=models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='puzzletry_of_player'),
        ),
        migrations.AddConstraint(
            model_name='puzzletry',
            constraint=models.UniqueConstraint(fields=('puzzle', 'player'), name='puzzletry_once'),
        ),
        migrations.AddIndex(
            model_name='queueentry',
            index=models.Index(fields=['time_control', 'joined_at'], name='queueentry_queue'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(models.F('pace'), models.OrderBy(models.F('established'), descending=True), models.OrderBy(models.F('rating'), descending=True), models.F('player'), condition=models.Q(('matches__gt', 0)), name='rating_leaderboard'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(models.F('pace'), models.F('country'), models.OrderBy(models.F('established'), descending=True), models.OrderBy(models.F('rating'), descending=True), models.F('player'), condition=models.Q(('matches__gt', 0)), name='rating_leaderboard_country'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(models.F('pace'), models.OrderBy(models.F('gain'), descending=True), models.F('player'), condition=models.Q(('recent__gte', 5)), name='rating_leaderboard_recent'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('player', 'pace'), name='rating_player_pace_unique'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.CheckConstraint(condition=models.Q(('matches', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('wins'), '+', models.F('draws')), '+', models.F('losses')))), name='rating_counts_add_up'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(models.F('player'), models.F('pace'), models.F('at'), name='ratingchange_graph'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(models.F('at'), name='ratingchange_at'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('match', 'player', 'kind'), name='ratingchange_once'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(models.F('player'), models.OrderBy(models.F('ended_at'), descending=True), models.OrderBy(models.F('match'), descending=True), name='result_of_player'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(models.F('player'), models.F('reason'), models.OrderBy(models.F('ended_at'), descending=True), models.OrderBy(models.F('match'), descending=True), name='result_of_player_by_reason'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(models.F('player'), models.F('opponent'), models.OrderBy(models.F('ended_at'), descending=True), name='result_head_to_head'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(fields=('match', 'side'), name='result_once'),
        ),
        migrations.AddConstraint(
            model_name='shunning',
            constraint=models.UniqueConstraint(fields=('player', 'other', 'kind'), name='shunning_once'),
        ),
        migrations.AddConstraint(
            model_name='shunning',
            constraint=models.CheckConstraint(condition=models.Q(('player', models.F('other')), _negated=True), name='shunning_not_oneself'),
        ),
    ]
